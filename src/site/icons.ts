/** Eleven weather icons made for this project: lines on 24 × 24 in the colour of the text. */
import type { WeatherIcon } from '../weather/weather-codes.ts'
import { html, type Markup } from './html.ts'

const cloud = html`<path d="M7 18.5h9.8a3.7 3.7 0 0 0 .5-7.4 5.5 5.5 0 0 0-10.6-1A4.2 4.2 0 0 0 7 18.5z"/>`
const highCloud = html`<path d="M7 15.5h9.8a3.7 3.7 0 0 0 .5-7.4 5.5 5.5 0 0 0-10.6-1A4.2 4.2 0 0 0 7 15.5z"/>`
const lowCloud = html`<path d="M8.4 19.5h8.4a3.2 3.2 0 0 0 .4-6.4 4.8 4.8 0 0 0-9.2-.8 3.6 3.6 0 0 0 .4 7.2z"/>`

const drawings: Readonly<Record<WeatherIcon, Markup>> = {
  'clear-day': html`<circle cx="12" cy="12" r="4.2"/>
    <path d="M12 2.5v2.6M12 18.9v2.6M2.5 12h2.6M18.9 12h2.6M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M5.3 18.7l1.8-1.8
    M16.9 7.1l1.8-1.8"/>`,
  'clear-night': html`<path d="M19.5 14.6A8 8 0 0 1 9.4 4.5a8 8 0 1 0 10.1 10.1z"/>`,
  'partly-cloudy-day': html`<path d="M8 3v1.6M3.4 5.3l1.2 1.1M1.8 10h1.7M12.6 5.3l-1.2 1.1M4.8 11.6
    A3.4 3.4 0 1 1 11 9"/>
    ${lowCloud}`,
  'partly-cloudy-night': html`<path d="M5.3 12.4a5.2 5.2 0 0 1 2.9-9 5.2 5.2 0 0 0 4.2 5.3"/>${lowCloud}`,
  overcast: cloud,
  fog: html`<path d="M4 8.5h13M7 12h13M4 15.5h13M9 19h8"/>`,
  drizzle: html`${highCloud}<path d="M9 18.5v1.5M13 18.5v1.5M11 20.5V22"/>`,
  rain: html`${highCloud}<path d="m9 18-1.4 3.5M13 18l-1.4 3.5M17 18l-1.4 3.5"/>`,
  sleet: html`${highCloud}<path d="m8.8 18-1.2 3.2M16.4 18l-1.2 3.2M12 18.2v3M10.7 19l2.6 1.5M13.3 19l-2.6 1.5"/>`,
  snow: html`${highCloud}<path d="M8.5 18v3.4M7 18.9l3 1.6M10 18.9l-3 1.6M15.5 18v3.4M14 18.9l3 1.6M17 18.9l-3 1.6"/>`,
  thunderstorm: html`${highCloud}<path d="m12.6 13.5-2.6 4h3.4l-2 4.2"/>`
}

/** A weather icon; silent to screen readers, so the label must be next to it. Nothing for an unknown code. */
export function weatherDrawing(icon: WeatherIcon | null): Markup {
  if (icon === null) return html`<span class="icon" aria-hidden="true"></span>`
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${drawings[icon]}</svg>`
}
