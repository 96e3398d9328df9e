import type { Catalogue } from './en.ts'
import { alerts, calendar, channels, phone, seen, telegram, thresholds } from './tr/alerts.ts'
import { cli, observe, setup } from './tr/cli.ts'
import { series } from './tr/commands.ts'
import { crops, protection } from './tr/crops.ts'
import { doctor, status } from './tr/doctor.ts'
import { linkPages, manage, manageProblems, people, tonight } from './tr/manage.ts'
import { attribution, dates, documents, notices, numbers, paths } from './tr/notices.ts'
import { embed, errorPages, field, frame, home, map, privacy, widget } from './tr/pages.ts'
import { place, record } from './tr/place.ts'
import { refusals, refusedMembers, settings, storeFaults } from './tr/settings.ts'
import { members, subscribe } from './tr/subscribe.ts'
import { howCold, intakes, thermometers } from './tr/thermometers.ts'
import { charts, climate, frost, headline, hero, weather } from './tr/weather.ts'

export const tr: Catalogue = {
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
