import type { Catalogue } from '../en.ts'

export const weather: Catalogue['weather'] = {
  labels: {
    '0': 'Açık',
    '1': 'Az bulutlu',
    '2': 'Parçalı bulutlu',
    '3': 'Kapalı',
    '45': 'Sisli',
    '48': 'Kırağılı sis',
    '51': 'Hafif çisenti',
    '53': 'Çisenti',
    '55': 'Yoğun çisenti',
    '56': 'Hafif donan çisenti',
    '57': 'Donan çisenti',
    '61': 'Hafif yağmurlu',
    '63': 'Yağmurlu',
    '65': 'Kuvvetli yağmurlu',
    '66': 'Hafif donan yağmur',
    '67': 'Donan yağmur',
    '71': 'Hafif kar yağışlı',
    '73': 'Kar yağışlı',
    '75': 'Yoğun kar yağışlı',
    '77': 'Kar taneleri',
    '80': 'Hafif sağanak',
    '81': 'Sağanak yağışlı',
    '82': 'Kuvvetli sağanak',
    '85': 'Hafif kar sağanağı',
    '86': 'Kar sağanağı',
    '95': 'Gök gürültülü sağanak yağışlı',
    '96': 'Gök gürültülü sağanak ve dolu yağışlı',
    '99': 'Gök gürültülü kuvvetli sağanak ve dolu yağışlı'
  },
  compass: ['K', 'KD', 'D', 'GD', 'G', 'GB', 'B', 'KB']
}
