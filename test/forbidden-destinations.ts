/**
 * Destinations that nobody but the operator may open, in every form that was found: what a subscriber must not reach.
 */

/** Answers of a hostile or careless name server. */
export const zone: Readonly<Record<string, readonly string[]>> = {
  'example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example.com': ['10.0.0.1'],
  'loopback.example.com': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::a00:1'],
  'local.example.com': ['fd00::7'],
  'zoned.example.com': ['fe80::1%eth0'],
  'nonsense.example.com': ['not an address'],
  'hook.example.com': ['127.0.0.1']
}

const names = `localhost LOCALHOST localhost. sub.localhost localhost.localdomain printer.local router.lan db.internal
metadata.google.internal nas.home.arpa intranet www.corp www.home thing.alt hidden.onion private.example.com
loopback.example.com loopback.example.com. mixed.example.com metadata.example.com six.example.com mapped.example.com
nat64.example.com local.example.com zoned.example.com nonsense.example.com`

const version4 = `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0X7F.0.0.1 017700000001 0177.0.0.1 127.0.0.1.
１２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1 172.31.255.255
192.168.0.1 3232235521 0xc0a80001 169.254.169.254 2852039166 0xa9fea9fe 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1
192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255`

const version6 = `[::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1]
[::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:169.254.169.254] [::ffff:8.8.8.8] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
[64:ff9b::a00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:c0a8:1::1] [2001::1] [2001:0:53aa:64c:0:7a57:80ff:fffe] [2001:db8::1]
[2001:2::1] [2001:10::1] [2001:20::1] [3fff::1] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fd00::1] [ff02::1] [100::1] [5f00::1]
[4000::1] [2a00:1450:4001:800:0:5efe:7f00:1] [2a00:1450:4001:800:200:5efe:a00:1]`

const odd = [
  'https://user@example.com/',
  'https://user:word@example.com/',
  'https://:word@example.com/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6379/',
  'https://8.8.8.8:11211/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  '//example.com/',
  'example.com',
  'https://',
  ''
]

export const hosts = [names, version4, version6].flatMap((list) => list.split(/\s+/))
/** A URL each. */
export const refused = [...hosts.flatMap((host) => [`http://${host}/`, `https://${host}/`]), ...odd]
