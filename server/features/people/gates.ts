import { FARMER } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import type { Gates } from '#server/http/gates.ts'

/** Who may call the desk, and who the stall. */
export function gatesOf(sessions: AdminSessions): Gates {
  return {
    requireAdmin: async (request) => {
      await sessions.require(request)
      return FARMER
    },
    requireStall: async () => {
      throw new Refusal('signed-out', 'This phone is not set up for the stall.')
    },
  }
}
