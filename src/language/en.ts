/** Every English text that a person can read, by topic: its shape is the shape of every catalogue. */
import { alerts, calendar, channels, phone, seen, telegram, thresholds } from './en/alerts.ts'
import { cli, observe, setup } from './en/cli.ts'
import { series } from './en/commands.ts'
import { crops, protection } from './en/crops.ts'
import { doctor, status } from './en/doctor.ts'
import { linkPages, manage, manageProblems, people, tonight } from './en/manage.ts'
import { attribution, dates, documents, notices, numbers, paths } from './en/notices.ts'
import { embed, errorPages, field, frame, home, map, privacy, widget } from './en/pages.ts'
import { place, record } from './en/place.ts'
import { refusals, refusedMembers, settings, storeFaults } from './en/settings.ts'
import { members, subscribe } from './en/subscribe.ts'
import { howCold, intakes, thermometers } from './en/thermometers.ts'
import { charts, climate, frost, headline, hero, weather } from './en/weather.ts'

export const en = {
  alerts,
  attribution,
  calendar,
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
  howCold,
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
  people,
  phone,
  place,
  privacy,
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
  thermometers,
  tonight,
  thresholds,
  weather,
  widget
}

export type Catalogue = Readonly<typeof en>
