# The site, a worker or the scheduler, by the command (compose.yaml).
# deploy/pin.sh pins it by its digest.
ARG BASE_IMAGE=python:3.11-slim
FROM ${BASE_IMAGE}

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 PHYLO_DATA=/data LOG_FORMAT=json LOG_LEVEL=INFO

WORKDIR /app
COPY requirements/base.txt requirements/
# Locked by hash.
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt

COPY manage.py pyproject.toml LICENSE ./
COPY phylo phylo
COPY engine engine
COPY cards cards
COPY games games
COPY docs docs
COPY static static
COPY templates templates
COPY locale locale
# The site's user may not write here.
RUN python -c "from pathlib import Path; from phylo.serving.messages import compile_messages as c; c([Path('locale')])"
RUN useradd --uid 1000 --create-home phylo && mkdir /data /static && chown phylo:phylo /data /static
USER phylo

EXPOSE 8000
CMD ["python", "manage.py", "serve"]
