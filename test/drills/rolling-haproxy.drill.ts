/** Restarts in turn behind HAProxy, which asks each process whether it is ready. */
import { drillRestarts } from './restarts.ts'

drillRestarts('haproxy')
