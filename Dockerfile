# The image of Ayaz: the build of `npm run build` and Node, nothing else. It runs with a read-only file system;
# only /data is written to, and nothing with DATABASE_URL.
FROM node:26-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run build

FROM node:26-bookworm-slim
COPY --from=build /src/dist /app
RUN install --directory --owner=node --group=node --mode=0700 /data && ln -s /app/bin/ayaz.mjs /usr/local/bin/ayaz
ENV NODE_ENV=production DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8080
# A migration of a large database takes minutes; the first good answer ends the start period.
HEALTHCHECK --interval=30s --timeout=5s --start-period=1h CMD ["node", "/app/bin/health.mjs"]
ENTRYPOINT ["node", "/app/bin/ayaz.mjs"]
CMD ["serve"]
