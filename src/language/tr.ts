/** Every Turkish text that a person can read, by topic. */
import type { Catalogue } from './en.ts'
import { alerts } from './tr/alerts.ts'
import { attribution } from './tr/attribution.ts'
import { channels } from './tr/channels.ts'
import { charts } from './tr/charts.ts'
import { cli } from './tr/cli.ts'
import { climate } from './tr/climate.ts'
import { crops } from './tr/crops.ts'
import { dates } from './tr/dates.ts'
import { doctor } from './tr/doctor.ts'
import { documents } from './tr/documents.ts'
import { embed } from './tr/embed.ts'
import { errorPages } from './tr/error-pages.ts'
import { field } from './tr/field.ts'
import { frame } from './tr/frame.ts'
import { frost } from './tr/frost.ts'
import { headline } from './tr/headline.ts'
import { hero } from './tr/hero.ts'
import { home } from './tr/home.ts'
import { intakes } from './tr/intakes.ts'
import { linkPages } from './tr/link-pages.ts'
import { manage } from './tr/manage.ts'
import { manageProblems } from './tr/manage-problems.ts'
import { map } from './tr/map.ts'
import { members } from './tr/members.ts'
import { notices } from './tr/notices.ts'
import { numbers } from './tr/numbers.ts'
import { observe } from './tr/observe.ts'
import { paths } from './tr/paths.ts'
import { phone } from './tr/phone.ts'
import { place } from './tr/place.ts'
import { protection } from './tr/protection.ts'
import { record } from './tr/record.ts'
import { refusals, refusedMembers } from './tr/refusals.ts'
import { seen } from './tr/seen.ts'
import { series } from './tr/series.ts'
import { settings } from './tr/settings.ts'
import { setup } from './tr/setup.ts'
import { status } from './tr/status.ts'
import { storeFaults } from './tr/store-faults.ts'
import { subscribe } from './tr/subscribe.ts'
import { telegram } from './tr/telegram.ts'
import { thresholds } from './tr/thresholds.ts'
import { weather } from './tr/weather.ts'
import { widget } from './tr/widget.ts'

export const tr: Catalogue = {
  alerts,
  attribution,
  channels,
  charts,
  cli,
  climate,
  crops,
  dates,
  doctor,
  documents,
  embed,
  errorPages,
  field,
  frame,
  frost,
  headline,
  hero,
  home,
  linkPages,
  manage,
  manageProblems,
  map,
  notices,
  numbers,
  intakes,
  members,
  observe,
  paths,
  phone,
  place,
  protection,
  record,
  refusals,
  refusedMembers,
  seen,
  series,
  settings,
  setup,
  status,
  storeFaults,
  subscribe,
  telegram,
  thresholds,
  weather,
  widget
}
