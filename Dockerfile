# Builds a virtual environment from the lock files and the wheel, then carries it, and nothing else, into a clean image.
FROM python:3.11-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src

COPY requirements.lock requirements-build.lock ./
RUN python -m venv /opt/runsitter \
    && /opt/runsitter/bin/pip install --require-hashes -r requirements.lock \
    && pip install --require-hashes -r requirements-build.lock

COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY handlers handlers
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/runsitter/bin/pip install --no-deps --no-index /wheels/*.whl


FROM python:3.11-slim

# The data folder belongs to the bot's own user; a volume that is mounted there must be writable for uid 10001.
RUN useradd --uid 10001 --user-group --create-home --shell /usr/sbin/nologin runsitter \
    && install --directory --mode 0700 --owner runsitter --group runsitter /data

COPY --from=build /opt/runsitter /opt/runsitter

ENV PATH=/opt/runsitter/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    RUNSITTER_DATA_DIR=/data
USER 10001
WORKDIR /data
VOLUME /data

# Asks the bot itself, on the port that RUNSITTER_HTTP names; with RUNSITTER_HTTP=off switch it off too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ.get('RUNSITTER_HTTP', '127.0.0.1:8080').rpartition(':')[2] + '/healthz', timeout=4)"]

ENTRYPOINT ["runsitter"]
CMD ["run"]
