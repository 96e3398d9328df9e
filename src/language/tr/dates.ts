import type { Catalogue } from '../en.ts'

/** Name, accusative and dative: the two cases that "11 Nisan’ı 12 Nisan’a bağlayan gece" needs. */
const months = [
  ['Ocak', 'Ocak’ı', 'Ocak’a'],
  ['Şubat', 'Şubat’ı', 'Şubat’a'],
  ['Mart', 'Mart’ı', 'Mart’a'],
  ['Nisan', 'Nisan’ı', 'Nisan’a'],
  ['Mayıs', 'Mayıs’ı', 'Mayıs’a'],
  ['Haziran', 'Haziran’ı', 'Haziran’a'],
  ['Temmuz', 'Temmuz’u', 'Temmuz’a'],
  ['Ağustos', 'Ağustos’u', 'Ağustos’a'],
  ['Eylül', 'Eylül’ü', 'Eylül’e'],
  ['Ekim', 'Ekim’i', 'Ekim’e'],
  ['Kasım', 'Kasım’ı', 'Kasım’a'],
  ['Aralık', 'Aralık’ı', 'Aralık’a']
] as const

function dayAndMonth({ day, month }: { readonly day: number; readonly month: number }): string {
  return `${day} ${months[month - 1]?.[0]}`
}

/** By the last digit; that of a round number is not read. */
const digits = ['', '’e', '’ye', '’e', '’e', '’e', '’ya', '’ye', '’e', '’a']
/** By the tens of a round number: on, yirmi, otuz, kırk, elli. */
const tens = ['’a', '’a', '’ye', '’a', '’a', '’ye']

/** A clock time as `07.00’ye`, which is read “yedi”; of a time with minutes these are read last: `07.30’a`. */
export function dativeOfClock(time: string): string {
  const [hour = 0, minute = 0] = time.split('.').map(Number)
  const last = minute === 0 ? hour : minute
  return `${time}${(last % 10 === 0 ? tens[last / 10] : digits[last % 10]) ?? ''}`
}

/** When a night is, at the start of a sentence. None of these phrases begins with a Turkish i. */
export function nightAtStart(name: string | null): string {
  const words = name ?? 'bu gece'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const dates: Catalogue['dates'] = {
  weekdays: ['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'],
  shortWeekdays: ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'],
  months: months.map(([name]) => name),
  clockMark: '.',
  weekdayAndDate: (weekday, date) => `${date} ${weekday}`,
  dateAndTime: (date, time) => `${date} ${time}`,
  nightInFull: (evening, morning) =>
    `${evening.day} ${months[evening.month - 1]?.[1]} ${morning.day} ${months[morning.month - 1]?.[2]} bağlayan gece`,
  nightName: (evening, morning) =>
    evening.month === morning.month
      ? `${evening.day}/${dayAndMonth(morning)} gecesi`
      : `${dayAndMonth(evening)}/${dayAndMonth(morning)} gecesi`,
  inNight: (night) => night,
  onDay: (day) => `${day} günü`,
  justNow: 'az önce',
  minutesAgo: (count) => `${count} dakika önce`,
  hoursAgo: (count) => `${count} saat önce`,
  daysAgo: (count) => `${count} gün önce`,
  checked: (ago) => `${ago} kontrol edildi`,
  checkedWithinHour: 'son bir saat içinde kontrol edildi',
  notChecked: 'bir süredir kontrol edilmedi'
}
