import { today } from '#contract/today.ts'
import { query } from '#web/api/query.ts'

export const todayQuery = query(today.show)
