#!/bin/sh
# Makes what a release publishes, in release/: the package, install.sh with its sum, the list of parts (SBOM), sums.
# OUT names another folder. The same commit gives the same bytes. A tag v1.2.3 runs it in .github/workflows/release.yml, which publishes with
# npm's trusted publishing; the first version of a new package needs NODE_AUTH_TOKEN.
#
#   sh deploy/release.sh --dry-run    prints the commands that publish and runs none of them
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-$PWD/release}
dry=''
case ${1-} in
  --dry-run) dry=yes ;;
  '') ;;
  *) echo "release.sh: $1 is unknown; allowed is --dry-run" >&2; exit 64 ;;
esac
version=$(node -p "require('./package.json').version")
# Whose it is, as GitHub says it: OWNER/ayaz of the files is replaced by it. Names of images have small letters.
repository=$(printf '%s' "${GITHUB_REPOSITORY-}" | tr '[:upper:]' '[:lower:]')
repository=${repository:-OWNER/ayaz}
umask 022
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

publish() {
  if [ -n "$dry" ]; then printf '+ %s\n' "$*"; else "$@"; fi
}

if [ -z "$dry" ] && [ "$(git describe --exact-match 2>/dev/null)" != "v$version" ]; then
  echo "release.sh: package.json has version $version; tag this commit v$version first, or add --dry-run" >&2
  exit 1
fi

rm -rf "$out"
mkdir "$out"
npm run --silent build
(cd dist && npm pack --silent --pack-destination "$out" >/dev/null)
sum=$(sha512sum <"$out/ayaz-$version.tgz" | cut -d' ' -f1)
sed "s/^version=.*/version=$version/; s/^ayaz_sha512=.*/ayaz_sha512=$sum/" deploy/install.sh >"$out/install.sh"
# Its time and its serial number are those of the run; the bytes are to be those of the commit.
npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx | node -e "
  const list = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
  delete list.serialNumber
  list.metadata.timestamp = new Date(process.env.SOURCE_DATE_EPOCH * 1000).toISOString()
  process.stdout.write(JSON.stringify(list, null, 2) + '\n')" >"$out/sbom.cdx.json"

# Node of the registry is that of nodejs.org, by the sums that are published there.
node_version=$(sed -n 's/^node_version=//p' deploy/install.sh)
same_node() {
  folder=$(mktemp -d)
  archive=node-v$node_version-$1.tar.xz
  curl --fail --silent --show-error --output "$folder/$archive" "https://nodejs.org/dist/v$node_version/$archive"
  curl --fail --silent --show-error "https://nodejs.org/dist/v$node_version/SHASUMS256.txt" | grep " $archive\$" >"$folder/sums"
  (cd "$folder" && sha256sum --quiet --check sums)
  tar -xJf "$folder/$archive" -C "$folder" --strip-components=1
  curl --fail --silent --show-error "https://registry.npmjs.org/node-$1/-/node-$1-$node_version.tgz" \
    | tar -xz -C "$folder" package/bin/node
  cmp "$folder/bin/node" "$folder/package/bin/node"
}
publish same_node linux-x64
publish same_node linux-arm64

mkdir "$out/deploy"
cp -R deploy/. "$out/deploy"
rm "$out/deploy/install.sh" "$out/deploy/release.sh"
cp repository.yaml "$out"
find "$out/deploy" "$out/repository.yaml" -type f -exec sed -i "s|OWNER/ayaz|$repository|g" {} +

publish npm publish --provenance --access public "$out/ayaz-$version.tgz"
image=ghcr.io/$repository
base=$(sed -n 's/^ARG BASE=//p' Dockerfile)
base_digest=${dry:+sha256:DIGEST}
[ -n "$dry" ] || base_digest=$(docker buildx imagetools inspect "$base" --format '{{.Manifest.Digest}}')
publish docker buildx build --platform linux/amd64,linux/arm64 --build-arg "BASE=$base@$base_digest" --provenance=true \
  --sbom=true --tag "$image:$version" --metadata-file "$out/image.json" --push .
# The add-on of Home Assistant is built upon it, in a separate branch.
publish docker buildx build --platform linux/amd64,linux/arm64 --tag "$image-home-assistant:$version" --push \
  "$out/deploy/home-assistant"
addon_branch() {
  index=$(mktemp -u)
  in_out() { GIT_INDEX_FILE=$index git --git-dir="$(git rev-parse --absolute-git-dir)" --work-tree="$out" -C "$out" "$@"; }
  in_out add repository.yaml deploy/home-assistant
  commit=$(git -c user.name=release -c user.email=release@localhost commit-tree -m "Ayaz $version" "$(in_out write-tree)")
  rm "$index"
  git push --quiet --force origin "$commit:refs/heads/home-assistant"
}
publish addon_branch
# The digest in the objects for Kubernetes and in the Compose file of the release.
digest=${dry:+sha256:DIGEST}
[ -n "$dry" ] || digest=$(node -p "require('$out/image.json')['containerimage.digest']")
find "$out/deploy" -name '*.yaml' -exec sed -i "s|image: ayaz:$version|image: $image@$digest|; s|AYAZ_IMAGE:-ayaz}|AYAZ_IMAGE:-$image@$digest}|" {} +
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" -cf - -C "$out" deploy repository.yaml \
  | gzip -n >"$out/deploy.tar.gz"
rm -r "$out/deploy" "$out/repository.yaml"
(cd "$out" && sha256sum ./*.tgz ./*.tar.gz install.sh sbom.cdx.json >SHA256SUMS)
publish gh release create "v$version" --verify-tag --title "Ayaz $version" --notes-file CHANGELOG.md "$out/ayaz-$version.tgz" \
  "$out/install.sh" "$out/sbom.cdx.json" "$out/deploy.tar.gz" "$out/SHA256SUMS"
ls -l "$out"
