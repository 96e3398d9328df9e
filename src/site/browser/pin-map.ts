// A pin on a map: a tap sets it, dragging moves the map, the buttons zoom, arrows move the pin. Its data are fetched
// here, and nowhere else.

interface MapData {
  readonly coast: string
  readonly borders: string
  readonly names: readonly string[]
  /** Three numbers a name: x, y, and the zoom from which it is shown. */
  readonly at: readonly number[]
}

interface View {
  /** The middle, in units of the drawing. */
  x: number
  y: number
  /** 0 the country, 1 a province, 2 a district. */
  zoom: number
}

const svgNames = 'http://www.w3.org/2000/svg'
const zooms = [1, 4, 16] as const
const lastZoom = zooms.length - 1
/** Of names [px]. */
const fontPixels = 12
/** How far an arrow key moves the pin, and with Shift [px]. */
const stepPixels = 8
const bigStepPixels = 64
/** A touch that moves no farther is a tap [px]. */
const tapPixels = 6

function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNames, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

function start(section: HTMLElement, svg: SVGSVGElement, data: MapData): void {
  const { west = '0', north = '0', units = '1', field = '', carried = '' } = section.dataset
  const scale = Number(units)
  const whole = svg.viewBox.baseVal
  const [width, height] = [whole.width, whole.height]
  const pin = { x: Number(svg.dataset['x']), y: Number(svg.dataset['y']) }
  const view: View = { ...pin, zoom: 0 }
  const link = section.querySelector<HTMLAnchorElement>('a.button')
  const status = section.querySelector<HTMLElement>('[role=status]')
  const names = svg.querySelector('.names')
  const mark = svg.querySelector('.pin')

  const coordinates = (): { lat: number; lon: number } => {
    const mercator = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
    const north0 = mercator(Number(north)) - (pin.y / scale) * (Math.PI / 180)
    return { lat: (Math.atan(Math.sinh(north0)) * 180) / Math.PI, lon: Number(west) + pin.x / scale }
  }
  /** Units of the drawing for a pixel; the whole country fits at zoom 0. */
  const perPixel = (): number => {
    const { clientWidth, clientHeight } = svg
    return Math.max(width / (clientWidth || 1), height / (clientHeight || 1)) / (zooms[view.zoom] ?? 1)
  }
  const nearestName = (): string => {
    let best = ''
    let least = Number.POSITIVE_INFINITY
    data.names.forEach((name, index) => {
      const apart = Math.hypot((data.at[index * 3] ?? 0) - pin.x, (data.at[index * 3 + 1] ?? 0) - pin.y)
      if (apart < least) [best, least] = [name, apart]
    })
    return best
  }
  const drawNames = (unit: number): void => {
    const size = fontPixels * unit
    const taken: (readonly [number, number, number])[] = []
    const shown: SVGTextElement[] = []
    const [right, low] = [(svg.clientWidth / 2) * unit, (svg.clientHeight / 2) * unit]
    data.names.forEach((name, index) => {
      const [x = 0, y = 0, from = 0] = data.at.slice(index * 3, index * 3 + 3)
      const half = (name.length * size * 0.6) / 2
      if (from > view.zoom || Math.abs(x - view.x) + half > right || Math.abs(y - view.y) + size > low) return
      const isFree = taken.every(
        ([otherX, otherY, otherHalf]) =>
          Math.abs(otherX - x) > half + otherHalf || Math.abs(otherY - y) > size * 1.3
      )
      if (!isFree) return
      taken.push([x, y, half])
      const text = svgElement('text', { x: `${x}`, y: `${y}`, 'font-size': size.toFixed(1) })
      if (from === 0) text.setAttribute('class', 'first')
      text.textContent = name
      shown.push(text)
    })
    names?.replaceChildren(...shown)
  }
  const draw = (): void => {
    const unit = perPixel()
    const [w, h] = [svg.clientWidth * unit, svg.clientHeight * unit]
    svg.setAttribute('viewBox', `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`)
    mark?.setAttribute('transform', `translate(${pin.x} ${pin.y}) scale(${unit})`)
    drawNames(unit)
    for (const button of section.querySelectorAll<HTMLButtonElement>('[data-zoom]'))
      button.disabled = view.zoom === (button.dataset['zoom'] === 'in' ? lastZoom : 0)
  }
  const setPin = (x: number, y: number): void => {
    pin.x = Math.min(width, Math.max(0, x))
    pin.y = Math.min(height, Math.max(0, y))
    const { lat, lon } = coordinates()
    const at = `${lat.toFixed(3)},${lon.toFixed(3)}`
    if (link) link.href = carried === '' ? `${field}${at}` : `${field}${at}?${carried}`
    if (status) status.textContent = `${at.replace(',', ', ')} · ${nearestName()}`
    draw()
  }
  /** Moves the map where the pin would leave it. */
  const follow = (): void => {
    const unit = perPixel()
    const [right, low] = [(svg.clientWidth / 2) * unit * 0.8, (svg.clientHeight / 2) * unit * 0.8]
    view.x = Math.min(Math.max(view.x, pin.x - right), pin.x + right)
    view.y = Math.min(Math.max(view.y, pin.y - low), pin.y + low)
  }
  const zoomBy = (by: number): void => {
    const zoom = Math.min(lastZoom, Math.max(0, view.zoom + by))
    if (zoom === view.zoom) return
    view.zoom = zoom
    // The country is shown whole; nearer, the pin is in the middle.
    ;[view.x, view.y] = zoom === 0 ? [width / 2, height / 2] : [pin.x, pin.y]
    draw()
  }

  let held: {
    readonly x: number
    readonly y: number
    readonly fromX: number
    readonly fromY: number
  } | null = null
  svg.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary) return
    svg.setPointerCapture(event.pointerId)
    held = { x: event.clientX, y: event.clientY, fromX: view.x, fromY: view.y }
  })
  svg.addEventListener('pointermove', (event) => {
    if (held === null || !event.isPrimary) return
    const unit = perPixel()
    view.x = Math.min(width, Math.max(0, held.fromX - (event.clientX - held.x) * unit))
    view.y = Math.min(height, Math.max(0, held.fromY - (event.clientY - held.y) * unit))
    draw()
  })
  svg.addEventListener('pointercancel', () => {
    held = null
  })
  svg.addEventListener('pointerup', (event) => {
    if (held === null || !event.isPrimary) return
    const isTap = Math.hypot(event.clientX - held.x, event.clientY - held.y) <= tapPixels
    if (isTap) {
      ;[view.x, view.y] = [held.fromX, held.fromY]
      const box = svg.getBoundingClientRect()
      const unit = perPixel()
      setPin(
        view.x + (event.clientX - box.left - box.width / 2) * unit,
        view.y + (event.clientY - box.top - box.height / 2) * unit
      )
    }
    held = null
  })
  const arrows: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1]
  }
  svg.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      const step = (event.shiftKey ? bigStepPixels : stepPixels) * perPixel()
      pin.x += arrow[0] * step
      pin.y += arrow[1] * step
      follow()
      setPin(pin.x, pin.y)
    } else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else if (event.key === 'Enter') link?.click()
    else return
    event.preventDefault()
  })
  for (const button of section.querySelectorAll<HTMLButtonElement>('[data-zoom]'))
    button.addEventListener('click', () => zoomBy(button.dataset['zoom'] === 'in' ? 1 : -1))

  svg
    .querySelector('.land')
    ?.append(svgElement('path', { d: data.coast }), svgElement('path', { d: data.borders, class: 'borders' }))
  mark?.append(svgElement('path', { d: 'M0 0C-4-10-11-15-11-23a11 11 0 0 1 22 0C11-15 4-10 0 0Z' }))
  ;[view.x, view.y] = [width / 2, height / 2]
  section.hidden = false
  setPin(pin.x, pin.y)
  addEventListener('resize', draw)
}

async function open(section: HTMLElement): Promise<void> {
  const svg = section.querySelector('svg')
  const answer = await fetch(section.dataset['map'] ?? '').catch(() => null)
  if (svg !== null && answer?.ok) start(section, svg, await answer.json())
  else section.replaceWith(section.dataset['failed'] ?? '')
}

const section = document.querySelector<HTMLElement>('[data-map]')
if (section !== null) void open(section)
