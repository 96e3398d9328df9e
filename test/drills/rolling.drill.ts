/** Restarts in turn behind the balancers that only notice what fails. */
import { drillRestarts } from './restarts.ts'

drillRestarts('nginx', 'caddy')
