import { z } from 'zod'

/** What one try costs: scrypt with N = 2^`power`, blocks of `r`, `p` times over. */
export type PasswordCost = { power: number; r: number; p: number }

/**
 * OWASP's advice for scrypt (Password Storage Cheat Sheet): of its equal choices the one that holds
 * the least memory, 32 MB a try, for machines of two small cores. No variable makes it cheaper.
 */
export const PASSWORD_COST: PasswordCost = { power: 15, r: 8, p: 3 }

export const passwordVariables = {
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
}
