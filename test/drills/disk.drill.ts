/** A full disk, and a data folder that may not be written to. */
import '../crash/full-disk.test.ts'
