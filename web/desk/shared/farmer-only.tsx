import type { ReactNode } from 'react'
import { useIsHelper } from './desk-session.ts'

/** What a helper's desk leaves out: whatever leads to what only the farmer may do. */
export function FarmerOnly({ children }: { children: ReactNode }) {
  return useIsHelper() ? null : children
}
