// Animation between two versions. Each kind of table sets its own; this default does nothing.

export const moving = {
  // Before the new table is put in place: a look at what was there.
  async depart() {},
  // After it; `last` where nothing follows at once.
  async arrive() {},
};
