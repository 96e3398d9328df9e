import { expect, it } from 'vitest'
import { readCoordinates, readPoint } from './coordinates.ts'
import type { CoordinatesFault } from './written-angles.ts'

/** Each names 38.355° N, 38.310° E to the second of arc. */
const malatya = `
38.355, 38.310
38.355,38.310
38.355 38.310
38.355,,38.310
38.355;38.310
38.355; 38.310
38.355/38.310
38.355 / 38.310
38.355 | 38.310
(38.355, 38.310)
  38.355,   38.310  
38.355\t38.310
38.355, 38.310.
+38.355, +38.310
38,355 38,310
38,355, 38,310
38,355; 38,310
38,355;38,310
38,355 / 38,310
38,355/38,310
38.355° 38.310°
38.355°, 38.310°
38,355° 38,310°
38.355N 38.310E
38.355 N 38.310 E
38.355N, 38.310E
38.355° N, 38.310° E
38.355°N 38.310°E
N38.355 E38.310
N 38.355 E 38.310
N 38.355, E 38.310
N38.355E38.310
38.355N38.310E
38.355n 38.310e
38.310E 38.355N
E 38.310 N 38.355
38.355K 38.310D
38.355 K, 38.310 D
K 38.355 D 38.310
K38,355 D38,310
38,355 K 38,310 D
38,310 D 38,355 K
38.355 kuzey 38.310 doğu
38,355 Kuzey, 38,310 Doğu
KUZEY 38.355 DOĞU 38.310
kuzey: 38.355 dogu: 38.310
38.355 north, 38.310 east
North 38.355 East 38.310
lat 38.355 lon 38.310
lat: 38.355, lon: 38.310
lat=38.355&lon=38.310
lat=38.355, lng=38.310
latitude 38.355 longitude 38.310
Latitude: 38.355; Longitude: 38.310
lon 38.310 lat 38.355
\u202a38.355, 38.310\u202c
\u206638.355\u2069 \u206838.310\u2069
enlem 38.355 boylam 38.310
Enlem: 38,355 Boylam: 38,310
ENLEM: 38,355; BOYLAM: 38,310
boylam 38,310 enlem 38,355
{"lat": 38.355, "lng": 38.310}
{"lat":38.355,"lon":38.310}
38°21'18"N 38°18'36"E
38°21'18"N, 38°18'36"E
38° 21' 18" N 38° 18' 36" E
38°21′18″N 38°18′36″E
38°21’18”N 38°18’36”E
38º21'18''N 38º18'36''E
38°21'18.0"N 38°18'36.0"E
38°21'18,0"N 38°18'36,0"E
38°21'18"K 38°18'36"D
38° 21' 18" K, 38° 18' 36" D
K 38°21'18" D 38°18'36"
K38°21'18", D38°18'36"
38°18'36"D 38°21'18"K
38°21'18" kuzey 38°18'36" doğu
38°21'18" 38°18'36"
38°21'18", 38°18'36"
38 21 18 N 38 18 36 E
38 21 18N, 38 18 36E
N 38 21 18 E 38 18 36
38 21 18 K 38 18 36 D
38 21 18 38 18 36
38 21 18, 38 18 36
38:21:18N 38:18:36E
38:21:18 38:18:36
38°21.3'N 38°18.6'E
38° 21.3' N, 38° 18.6' E
38°21,3' K 38°18,6' D
38 21.3N 38 18.6E
N 38 21.3 E 38 18.6
38°21.3' 38°18.6'
38 derece 21' 18" K 38 derece 18' 36" D
38 deg 21' 18" N 38 deg 18' 36" E
geo:38.355,38.310
geo:38.355,38.310,980
geo:38.355,38.310;u=35
geo:38.355,38.310;crs=wgs84
geo:38.355,38.310;crs=WGS84;u=5
geo:38.355,38.310?z=15
GEO:38.355,38.310
geo:0,0?q=38.355,38.310
geo:0,0?q=38.355,38.310(Bahçe)
geo:0,0?q=38.355%2C38.310%28Bah%C3%A7e%29
https://www.google.com/maps/@38.355,38.310,15z
https://www.google.com.tr/maps/@38.355,38.310,1200m/data=!3m1!1e3
https://maps.google.com/?q=38.355,38.310
https://maps.google.com/maps?q=38.355%2C38.310&z=15
https://maps.google.com/?q=loc:38.355,38.310
https://www.google.com/maps?ll=38.355,38.310
https://www.google.com/maps/search/?api=1&query=38.355%2C38.310
https://www.google.com/maps/search/38.355,+38.310?entry=tts
https://www.google.com/maps/place/38.355,38.310
https://www.google.com/maps/place/38%C2%B021'18.0%22N+38%C2%B018'36.0%22E/@38.4,38.2,17z
https://www.google.com/maps/place/Malatya/@38.41,38.22,12z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d38.355!4d38.310!16s
www.google.com/maps/@38.355,38.310,15z
maps.google.com/?q=38.355,38.310
Bahçem https://www.google.com/maps/@38.355,38.310,15z burada
https://www.openstreetmap.org/#map=15/38.355/38.310
https://www.openstreetmap.org/?mlat=38.355&mlon=38.310#map=12/38.4/38.2
https://www.openstreetmap.org/?mlat=38.355&mlon=38.310
https://openstreetmap.org/#map=15.5/38.355/38.310&layers=C
https://osm.org/#map=15/38.355/38.310
https://maps.apple.com/?ll=38.355,38.310
https://maps.apple.com/?ll=38.355,38.310&q=Bah%C3%A7e
https://maps.apple.com/?q=38.355,38.310
https://maps.apple.com/place?coordinate=38.355,38.310&name=Bah%C3%A7e
https://yandex.com.tr/harita/?ll=38.310%2C38.355&z=15
https://yandex.com/maps/?ll=38.310,38.355&z=15
https://yandex.com.tr/harita/?ll=38.2,38.4&pt=38.310,38.355&z=15
https://yandex.com.tr/maps/?whatshere[point]=38.310,38.355&whatshere[zoom]=16
https://yandex.com.tr/harita/?text=38.355,38.310
https://www.bing.com/maps?cp=38.355~38.310&lvl=15
https://www.bing.com/maps/?v=2&cp=38.355~38.310
https://www.bing.com/maps?sp=point.38.355_38.310_Bah%C3%A7e&cp=38.4~38.2
https://www.bing.com/maps?where1=38.355,38.310
https://www.bing.com/maps?where1=38.355,38.310&cp=38.4~38.2&lvl=15
https://www.bing.com/maps?q=38.355%2C38.310&cp=38.4~38.2
https://yandex.com.tr/harita/?ll=38.2,38.4&text=38.355,38.310&z=15
https://yandex.com.tr/harita/11508/malatya/?ll=38.310%2C38.355&z=15
https://yandex.com.tr/harita/?ll=38.2,38.4&mode=poi&poi[point]=38.310,38.355
https://maps.google.com/maps?daddr=38.355,38.310&ll=38.4,38.2
https://maps.apple.com/frame?center=38.355,38.310&span=0.1,0.1
`

it.each(lines(malatya))('reads %j', (text) => {
  const read = readCoordinates(text)
  expect(read).toEqual({ kind: 'point', lat: expect.closeTo(38.355, 6), lon: expect.closeTo(38.31, 6) })
})

const elsewhere: readonly (readonly [text: string, lat: number, lon: number])[] = [
  ['-33.924, 18.424', -33.924, 18.424],
  ['−33.924 18.424', -33.924, 18.424],
  ['\u00ad33.924, 18.424', -33.924, 18.424],
  ['18.424 \u00ad70.5', 18.424, -70.5],
  ['38.3\u00ad55, 38.310', 38.355, 38.31],
  ['33.924S 18.424E', -33.924, 18.424],
  ['33,924 G 18,424 D', -33.924, 18.424],
  ['güney 33.924 doğu 18.424', -33.924, 18.424],
  ['-33°55\'26.4" 18°25\'26.4"', -33.924, 18.424],
  ['40.7128 -74.0060', 40.7128, -74.006],
  ['40.7128N 74.0060W', 40.7128, -74.006],
  ['40,7128 K 74,0060 B', 40.7128, -74.006],
  ['74.0060 batı 40.7128 kuzey', 40.7128, -74.006],
  ['27.1N 38.4E', 27.1, 38.4],
  ['lat 27.1 lon 38.4', 27.1, 38.4],
  ['geo:-33.924,18.424', -33.924, 18.424],
  ['https://yandex.com/maps/?ll=-74.006,40.7128', 40.7128, -74.006],
  ['90.0 0.0', 90, 0],
  ['-12.5, 180.0', -12.5, 180]
]

it.each(elsewhere)('reads %j with its signs', (text, lat, lon) => {
  expect(readCoordinates(text)).toEqual({
    kind: 'point',
    lat: expect.closeTo(lat, 6),
    lon: expect.closeTo(lon, 6)
  })
})

const faults: Readonly<Record<CoordinatesFault, string>> = {
  short_link: `
https://maps.app.goo.gl/AbCdEf123
Bahçe https://maps.app.goo.gl/AbCdEf123
https://goo.gl/maps/AbCdEf123
maps.app.goo.gl/AbCdEf123
https://g.co/kgs/AbCd
https://yandex.com.tr/harita/-/CDabcdEF
https://osm.org/go/xfWAh5k--
https://maps.apple/p/AbCd
https://binged.it/AbCd
https://bit.ly/3xyz`,
  no_point: `
https://www.google.com/maps/place/Malatya
https://www.google.com/maps?q=Malatya
https://www.google.com/maps/dir/38.355,38.310/38.4,38.2
https://www.google.com/search?tbm=map
https://www.openstreetmap.org/node/123456
https://maps.apple.com/?q=Malatya
https://yandex.com.tr/harita/?text=Malatya
https://yandex.com.tr/harita/?pt=38.3,38.4~38.5,38.6
https://www.bing.com/maps?q=Malatya
https://example.org/?ll=38.355,38.310
https://maps.google.com.evil.example/?q=38.355,38.310
geo:0,0?q=Malatya
geo:38.355
geo:38.355,38.310;crs=EPSG:32637
geo:
https://www.bing.com/maps?q=Malatya&cp=38.4~38.2
https://yandex.com.tr/harita/?text=Malatya&ll=38.2,38.4`,
  no_pin: `
https://www.google.com/maps/place/Malatya/@38.355,38.310,12z
https://www.google.com/maps/search/kay%C4%B1s%C4%B1+bah%C3%A7esi/@38.355,38.310,12z
https://www.openstreetmap.org/relation/223474#map=9/38.355/38.310
https://www.openstreetmap.org/search?query=Malatya#map=9/38.355/38.310
https://maps.apple.com/search?query=Malatya&center=38.355,38.310
https://yandex.com.tr/harita/org/malatya_park/1234/?ll=38.310,38.355&z=15`,
  order: `
[38.310, 38.355]
[38.355,38.310]
27.142, 38.423
29.0 41.0
44.2 37.6
124.5 38.3
38.355N 38.310
38.355 38.310E
38.355N 38.310N
38.355E 38.310E
lat 38.355 38.310
enlem 38.355 enlem 38.310`,
  marks: `
38,355 38 310
38,355,38,310,1
38.355 38.310 980
38.355, 38.310, 980
38°21'18"N
38 355 38 310
38 21 38 18
38 21.3 38 18.6
38°21'18" 38.310
38'21"18°N 38'18"36°E
38.5°21'N 38.5°18'E
38-21-18N 38-18-36E
-38.355N 38.310E
38°-21'N 38°18'E
3.8355e1 38.310
1 2 3 4 5 6 7 8
38.355NS 38.310E
POINT(38.310 38.355)
x=38.310 y=38.355
38.355,38.310,15z
-34.603-58.382
+38.355-38.310
64.147-21.942
38.355 -38.310
38°21'18" -38°18'36"`,
  grid: `
8GC3+2F Malatya
8GC3984P+MH
984P+MH Battalgazi/Malatya
37S DC 12345 67890
37SDC1234567890
37 S 434567 4245678
434567, 4245678
434567.12 4245678.34
///dolap.masa.kalem`,
  too_coarse: `
38 31
38, 31
38,31 15
38/31
38° 31°`,
  out_of_bounds: `
38355 38310
91.5N 38.310E
38.355N 181.5E
95.2 195.3
38°61'18"N 38°18'36"E
38°21'60"N 38°18'36"E
geo:91,38
https://www.openstreetmap.org/#map=15/98.355/38.310
https://www.google.com/maps/@138.355,38.310,15z`
}

const refused = Object.entries(faults).flatMap(([fault, texts]) =>
  lines(texts).map((text) => [text, fault] as const)
)

it.each(refused)('refuses %j: %s', (text, fault) => {
  expect(readCoordinates(text)).toEqual({ kind: 'refused', fault })
})

/** In the sea or in a neighbouring country, and in Türkiye the other way round. */
const doubtful = `
41.27, 39.90
41.27 39.90
41,27 39,90
36.2, 37.16
https://maps.google.com/?q=41.27,39.90`

it.each(lines(doubtful))('asks for the order of %j, by the borders', async (text) => {
  expect(readCoordinates(text)).toMatchObject({ kind: 'point' })
  expect(await readPoint(text)).toEqual({ kind: 'refused', fault: 'order' })
})

it.each([
  ['39.90, 41.27', 39.9, 41.27],
  ['40.52, 39.9', 40.52, 39.9],
  ['41.02, 40.52', 41.02, 40.52],
  ['41.05, 39.75', 41.05, 39.75],
  ['41.27N 39.90E', 41.27, 39.9],
  ['41.64, 41.63', 41.64, 41.63],
  ['https://www.google.com/maps/@41.27,39.90,15z', 41.27, 39.9],
  ['52.37, 4.9', 52.37, 4.9],
  // The Azores: without its sign the longitude is in the Aegean.
  ['37.74 -25.66', 37.74, -25.66],
  // Beirut and Amman, whose other readings lie in the sea off Türkiye.
  ['33.894, 35.502', 33.894, 35.502],
  ['31.95, 35.93', 31.95, 35.93]
] as const)(
  'reads %j latitude first: it says so, or lies in Türkiye, or only that is possible',
  async (text, lat, lon) => {
    expect(await readPoint(text)).toEqual({ kind: 'point', lat, lon })
  }
)

const names = `
Malatya
İstanbul
Yeşilyurt 2
44000
38
38.355
Elma bahçesi
Köy 12 mahalle 3
Ankara, Türkiye
K
yerkoy.net`

it.each(lines(names))('leaves %j to the search for names', (text) => {
  expect(readCoordinates(text)).toEqual({ kind: 'none' })
})

it('knows two hundred forms, and is not harmed by a long one', () => {
  const all = [...lines(malatya), ...elsewhere, ...refused, ...lines(names)]
  expect(all.length).toBeGreaterThanOrEqual(200)
  expect(readCoordinates('38 '.repeat(100_000)).kind).not.toBe('point')
  expect(readCoordinates(`38.355, 38.310${'('.repeat(100_000)}`).kind).not.toBe('refused')
})

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
