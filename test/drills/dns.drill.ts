/** Name servers that never answer for what some clients name: others wait no longer. */
import '../scenarios/alerts/silent-name-server.test.ts'
