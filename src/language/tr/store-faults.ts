import type { Catalogue } from '../en.ts'

export const storeFaults: Catalogue['storeFaults'] = {
  served: (folder) =>
    `${folder} klasöründen başka bir süreç hizmet veriyor; SQLite tek süreç içindir. Önce onu durdurun ya da DATA_DIR değişkenini başka bir klasöre ayarlayın; bir PostgreSQL’i (DATABASE_URL) birçok süreç paylaşabilir. "ayaz doctor" gibi komutlar bu arada çalışır.`,
  lockUnusable: (file, reason, folder) =>
    `${file} açılamıyor: ${reason}. Başka bir kullanıcının olabilir: önce oradan hizmet vereni durdurun, sonra ${folder} içindeki bütün dosyaları hizmetin kullanıcısına verin (root olarak chown).`,
  olderSchema: (from, to) =>
    `Veritabanının şema sürümü ${from}, bu Ayaz’ınki ${to}. Yeni hizmeti başlatın ya da "ayaz migrate" çalıştırın; o zamana kadar hizmet veren Ayaz’ı kullanın.`,
  newerSchema: (from, to) =>
    `Veritabanının şema sürümü ${from}; bu Ayaz ${to} sürümüne kadar bilir. Yeni Ayaz’ı yeniden başlatın ya da yükseltmeden önce alınan yedeği geri yükleyin.`,
  newerSchemaOfCopy: (from, to) =>
    `Daha yeni bir Ayaz şemayı ${from} sürümüne getirmiş; bu Ayaz ${to} sürümünü kopyalar ve yeni olanı dışarıda bırakırdı. Yeni Ayaz’ı kullanın.`,
  otherHistory: (version, name) =>
    `Veritabanı bu Ayaz’ın ${version} numaralı geçişini ("${name}") görmemiş: ya başka bir derleme güncellemiş ya da bozulmuş. O derlemeyi kullanın ya da öncesinde alınan yedeği geri yükleyin.`,
  folderUnusable: (folder, reason) =>
    `${folder} içindeki SQLite veritabanı kullanılamıyor: ${reason}. DATA_DIR değişkenini ve klasörün izinlerini denetleyin.`,
  serverUnusable: (server, reason) =>
    `${server} adresindeki PostgreSQL veritabanı kullanılamıyor: ${reason}. DATABASE_URL değişkenini ve sunucunun çalıştığını denetleyin.`,
  folderEmpty: (folder) =>
    `${folder} içinde Ayaz veritabanı yok. DATA_DIR ya da DATABASE_URL değişkenini hizmettekine ayarlayın; yeni veritabanını "ayaz migrate" oluşturur.`,
  serverEmpty: (server) =>
    `${server} adresindeki PostgreSQL’de Ayaz veritabanı yok. DATA_DIR ya da DATABASE_URL değişkenini hizmettekine ayarlayın; yeni veritabanını "ayaz migrate" oluşturur.`,
  backupFolderMissing: (folder) =>
    `${folder} klasörü yok. Diskini bağlayın ya da klasörü oluşturun, sonra yedeği yeniden alın.`,
  backupThere: (file) => `${file} zaten var. Var olmayan bir dosya adı verin.`,
  migratedMeanwhile: () => 'Veritabanının şeması az önce yükseltildi. Yedeği yeniden alın.',
  fileMissing: (file) => `${file} dosyası yok. "ayaz backup" ile alınmış bir dosyanın adını verin.`,
  fileUnreadable: (file, reason) =>
    `${file} okunamıyor (${reason}). Komutu onu okuyabilen bir kullanıcıyla ya da root olarak çalıştırın.`,
  fileIsFolder: (file, example) => `${file} bir klasör. Dosyanın adını verin; örneğin ${example}.`,
  databaseThere: (file) =>
    `${file} ya da onun -wal dosyası zaten var. Bunları -shm dosyasıyla birlikte başka yere taşıyın ya da DATA_DIR değişkenini başka bir klasöre ayarlayın.`,
  noRoom: (beside, folder) =>
    `Ne ${beside} ne ${folder} yazılabilir; geri yükleme için yedeğin bir kopyasına yer gerekir. Yedeği yazılabilen bir klasöre taşıyın.`,
  tablesFull: (tables) => `Veritabanında zaten veri var (${tables}). Boş bir veritabanı oluşturun.`,
  fileDamaged: (file, findings) => `${file} bozuk: ${findings}. Başka bir yedek kullanın.`,
  fileForeign: (file) => `${file} bir Ayaz veritabanı değil.`,
  schemaForeign: (file, names) =>
    `${file} dosyasında Ayaz'ın yapmadığı bir şema var: ${names}. Başka bir yedek kullanın ya da ekleneni kaldırın.`,
  fileInterrupted: (file) => `${file} yarıda kalmış bir yedek. Başka bir yedek kullanın.`,
  wouldLose: (file, subscriptions, confirmations, messages, since) =>
    `Veritabanında ${file} dosyasında olmayan ${subscriptions} abonelik, ${confirmations} onay ve ${messages} gönderilmiş mesaj var. Bunları yitirmeyi göze alıyorsanız --lose-since ${since} ekleyin.`
}
