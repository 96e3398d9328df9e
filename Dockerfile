# The image of Ayaz: the build of `npm run build` and Node, nothing else. It runs with a read-only file system;
# only /data is written to, and nothing with DATABASE_URL. A release names the digest of the base.
ARG BASE=node:26-bookworm-slim
FROM --platform=$BUILDPLATFORM $BASE AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run build
RUN mkdir --parents /image/usr/local/bin /volume && mv dist /image/app \
  && ln -s /app/bin/ayaz.mjs /image/usr/local/bin/ayaz && mkdir --mode=0700 /volume/data

# Nothing runs here, so an image of another architecture needs no emulation.
FROM $BASE
COPY --from=build /image /
COPY --from=build --chown=node:node /volume /
ENV NODE_ENV=production DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8080
# A migration of a large database takes minutes; the first good answer ends the start period.
HEALTHCHECK --interval=30s --timeout=5s --start-period=1h CMD ["node", "/app/bin/health.mjs"]
ENTRYPOINT ["node", "/app/bin/ayaz.mjs"]
CMD ["serve"]
