/** Two processes on one PostgreSQL behind HAProxy, which checks them, are restarted one after the other. */
import '../crash/rolling-restart.test.ts'
