// What moves when a version follows another. Each kind of table sets its own; this one only waits for nothing.

export const moving = {
  // Before the new table is put in place: a look at what was there.
  async depart() {},
  // After it; `last` where nothing follows at once.
  async arrive() {},
};
