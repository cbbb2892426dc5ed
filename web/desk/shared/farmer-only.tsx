import type { ReactNode } from 'react'
import { useIsHelper } from './desk-session.ts'

export function FarmerOnly({ children }: { children: ReactNode }) {
  return useIsHelper() ? null : children
}
