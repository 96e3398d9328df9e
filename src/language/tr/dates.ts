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
  justNow: 'az önce',
  minutesAgo: (count) => `${count} dakika önce`,
  hoursAgo: (count) => `${count} saat önce`,
  daysAgo: (count) => `${count} gün önce`,
  checked: (ago) => `${ago} kontrol edildi`,
  checkedWithinHour: 'son bir saat içinde kontrol edildi',
  notChecked: 'bir süredir kontrol edilmedi'
}
