import { useQuery } from '@tanstack/react-query'
import { admin } from '#contract/people/admin.ts'
import { query } from '#web/api/query.ts'
import { useIsHelper } from './desk-session.ts'

export function useHasMail(): boolean {
  const notices = useQuery({ ...query(admin.notices), enabled: !useIsHelper() })
  return notices.data?.mailConfigured ?? true
}
