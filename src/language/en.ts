/**
 * Every English text that a person can read, by topic. English is the default language: its shape is the shape of every
 * catalogue.
 */
import { alerts } from './en/alerts.ts'
import { attribution } from './en/attribution.ts'
import { channels } from './en/channels.ts'
import { charts } from './en/charts.ts'
import { cli } from './en/cli.ts'
import { climate } from './en/climate.ts'
import { crops } from './en/crops.ts'
import { dates } from './en/dates.ts'
import { doctor } from './en/doctor.ts'
import { documents } from './en/documents.ts'
import { embed } from './en/embed.ts'
import { errorPages } from './en/error-pages.ts'
import { field } from './en/field.ts'
import { frame } from './en/frame.ts'
import { frost } from './en/frost.ts'
import { headline } from './en/headline.ts'
import { hero } from './en/hero.ts'
import { home } from './en/home.ts'
import { intakes } from './en/intakes.ts'
import { linkPages } from './en/link-pages.ts'
import { manage } from './en/manage.ts'
import { manageProblems } from './en/manage-problems.ts'
import { map } from './en/map.ts'
import { members } from './en/members.ts'
import { notices } from './en/notices.ts'
import { numbers } from './en/numbers.ts'
import { observe } from './en/observe.ts'
import { paths } from './en/paths.ts'
import { phone } from './en/phone.ts'
import { place } from './en/place.ts'
import { protection } from './en/protection.ts'
import { record } from './en/record.ts'
import { refusals, refusedMembers } from './en/refusals.ts'
import { seen } from './en/seen.ts'
import { series } from './en/series.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { status } from './en/status.ts'
import { storeFaults } from './en/store-faults.ts'
import { subscribe } from './en/subscribe.ts'
import { telegram } from './en/telegram.ts'
import { thresholds } from './en/thresholds.ts'
import { weather } from './en/weather.ts'
import { widget } from './en/widget.ts'

export const en = {
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

/** The texts of one language. */
export type Catalogue = Readonly<typeof en>
