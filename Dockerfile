# The API and the tools in one image. Node strips the types, so nothing is built.
# 24.16 is the first Node whose requests have a signal.
FROM node:24.21.0-bookworm-slim

# What asks for health and metrics is outside the container.
ENV NODE_ENV=production OPS_HOST=0.0.0.0
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
# npm would leave its compile cache in /tmp, and its logs beside the cache of packages. sbom.json lists what
# is installed: `npm sbom --omit=dev` would leave out what development needs as well.
RUN export NODE_DISABLE_COMPILE_CACHE=1 \
  && npm ci --omit=dev --ignore-scripts \
  && npm pkg delete devDependencies \
  && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.json \
  && rm -r ~/.npm

COPY mappings mappings
COPY core core
COPY src src
COPY docs/*.md docs/
COPY indexer indexer
COPY sample sample
COPY admin admin
COPY webhooks webhooks
COPY doctor doctor
COPY kibana kibana

# A volume inherits the owner of the folder that it is mounted on.
RUN install --directory --owner=node --group=node /var/lib/vehicle-data

# The image's user "node", by number: Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 8080 9090

# Liveness only; whether the API can take requests is told by /health/ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9090}/health/live`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "src/main.ts"]
