/** SIGTERM to every documented start, under load. */
import '../crash/supervised.test.ts'
