import type { EndpointRef } from './endpoint.ts'
import type { packing } from './packing.ts'

// What the desk's first code knows of other parts' calls, without their schemas: it has a budget.

export const packingDaysEndpoint: EndpointRef<typeof packing.days> = { path: '/api/days' }
