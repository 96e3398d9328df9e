// A field by metres: the page's links and arrows move the point here, without a page load; with Shift 1 km.

const panel = document.querySelector<HTMLElement>('.position-panel')
const thousandths = 1000
const kmPerDegree = 111.195

function start(section: HTMLElement): void {
  const [lat = 0, lon = 0] = (section.dataset['at'] ?? '')
    .split(',')
    .map((one) => Math.round(Number(one) * thousandths))
  const at = { lat, lon }
  const links = [...section.querySelectorAll<HTMLAnchorElement>('[data-key]')]
  const open = section.querySelector<HTMLAnchorElement>('[data-open]')
  const show = (): void => {
    const point = keyOf(at.lat, at.lon)
    section.querySelector('[role=status] b')?.replaceChildren(point.replace(',', ', '))
    section
      .querySelector('[role=status] span')
      ?.replaceChildren(whereIs(section, at.lat / thousandths, at.lon / thousandths))
    if (open) open.href = (section.dataset['field'] ?? '') + point + new URL(open.href).search
    for (const link of links) {
      const url = new URL(link.href)
      const [north, east] = cellsOf(link)
      url.searchParams.set('at', keyOf(at.lat + north, at.lon + east))
      link.href = url.pathname + url.search
    }
  }
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      const [north, east] = cellsOf(link)
      at.lat += north
      at.lon += east
      show()
    })
  section.addEventListener('keydown', (event) => {
    const key = event.shiftKey ? `Shift+${event.key}` : event.key
    const link = links.find((one) => one.dataset['key'] === key)
    if (link) link.click()
    else if (key === 'Enter' && event.target === section) open?.click()
    else return
    event.preventDefault()
  })
}

function cellsOf({ dataset }: HTMLAnchorElement): readonly [north: number, east: number] {
  return [Number(dataset['north']), Number(dataset['east'])]
}

function keyOf(lat: number, lon: number): string {
  return `${(lat / thousandths).toFixed(3)},${(lon / thousandths).toFixed(3)}`
}

/** The position in words, as the server writes it: see position-panel.ts. */
function whereIs({ dataset }: HTMLElement, lat: number, lon: number): string {
  const { from, directions = '', fromLat, fromLon } = dataset
  if (from === undefined) return ''
  const north = (lat - Number(fromLat)) * kmPerDegree
  const east = (lon - Number(fromLon)) * kmPerDegree * Math.cos(((lat + Number(fromLat)) * Math.PI) / 360)
  const km = Math.hypot(north, east)
  if (km < 0.05) return from
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const eighth = (Math.round(Math.atan2(east, north) / (Math.PI / 4)) + 8) % 8
  const distance = new Intl.NumberFormat(document.documentElement.lang, digits).format(km)
  return `${distance}\u00a0km ${directions.split(' ')[eighth]}, ${from}`
}

if (panel !== null) start(panel)
