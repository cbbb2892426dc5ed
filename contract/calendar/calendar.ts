import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { idInPath } from '../shapes.ts'
import { dayChange, dayProduct, daysDraft, deskDay, pause, pauseChange } from './days.ts'
import { deskPlace, placeChange, placeDraft } from './places.ts'
import { calendarPlan, closure, closureDraft, confirm } from './plans.ts'
import { ruleChange, ruleDraft } from './rules.ts'

const deskCalendar = z.object({
  places: z.array(deskPlace),
  closures: z.array(closure),
  /** Null while orders are taken. */
  pause,
  days: z.array(deskDay),
})
export type DeskCalendar = z.output<typeof deskCalendar>

const params = z.strictObject({ id: idInPath })
const confirmed = z.strictObject({ confirm })

/** Rules and closures take two steps: a preview, then the change once its hash is sent back. */
export const calendar = {
  show: deskEndpoint('never', {
    method: 'GET',
    path: '/api/calendar',
    summary: 'Places with their rules, closures, the pause, and the days from today on.',
    output: deskCalendar,
  }),
  createPlace: deskEndpoint('never', {
    method: 'POST',
    path: '/api/places',
    summary: 'Adds a pickup place or delivery zone; its key is made from its name.',
    body: placeDraft,
    output: deskPlace,
    status: 201,
  }),
  changePlace: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/places/{id}',
    summary: 'Changes any part of a place but its key, moves it, retires it or brings it back.',
    params,
    body: placeChange,
    output: deskPlace,
  }),
  createRule: deskEndpoint('never', {
    method: 'POST',
    path: '/api/day-rules',
    summary: 'Shows which days a new rule makes; with `confirm` it makes them.',
    body: ruleDraft,
    output: calendarPlan,
  }),
  changeRule: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/day-rules/{id}',
    summary: 'Shows which days a changed rule makes, changes and removes; with `confirm` it does.',
    params,
    body: ruleChange,
    output: calendarPlan,
  }),
  deleteRule: deskEndpoint('never', {
    method: 'DELETE',
    path: '/api/day-rules/{id}',
    summary: 'Shows which days go with a rule; with `confirm` they go, except those with orders.',
    params,
    query: confirmed,
    output: calendarPlan,
  }),
  createClosure: deskEndpoint('never', {
    method: 'POST',
    path: '/api/closures',
    summary: 'Shows which days a closure closes; with `confirm` it does.',
    body: closureDraft,
    output: calendarPlan,
  }),
  deleteClosure: deskEndpoint('never', {
    method: 'DELETE',
    path: '/api/closures/{id}',
    summary: 'Shows which days open again without a closure; with `confirm` they do.',
    params,
    query: confirmed,
    output: calendarPlan,
  }),
  createDays: deskEndpoint('never', {
    method: 'POST',
    path: '/api/market-days',
    summary: 'Adds market days by hand, which no rule changes.',
    body: daysDraft,
    output: z.array(deskDay),
    status: 201,
  }),
  changeDay: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/market-days/{id}',
    summary: 'Changes hours, end of ordering and number of boxes of one day, or opens it again.',
    params,
    body: dayChange,
    output: deskDay,
  }),
  listDayProducts: deskEndpoint('never', {
    method: 'GET',
    path: '/api/market-days/{id}/products',
    summary: 'What was ordered for one day, for the others to come, and what is still for sale.',
    params,
    output: z.array(dayProduct),
  }),
  changePause: deskEndpoint('never', {
    method: 'PUT',
    path: '/api/pause',
    summary: 'Pauses orders, with words for buyers and an end; or resumes them.',
    body: pauseChange,
    output: z.object({ pause }),
  }),
}
