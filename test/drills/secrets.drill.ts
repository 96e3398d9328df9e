/** Marked secrets, while all that they are for works, fails, or refuses the start: none is shown. */
import '../scenarios/refused-starts.test.ts'
import '../scenarios/secrets.test.ts'
