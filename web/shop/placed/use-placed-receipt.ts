import { useEffect, useRef } from 'react'
import { mailsAreSentQuery, receiptQuery } from '#web/api/page-queries.ts'
import { useQuery } from '#web/api/use-query.tsx'

/** While the confirmation is on its way its state is asked again, so often and after so many ms; never where no mail goes out. */
const MAX_LOOKS = 5
const NEXT_LOOK = 4000

/**
 * A placed order's receipt, asked for whenever the page is looked
 * at, since the farm may have moved it, or somebody called it off.
 */
export function usePlacedReceipt(receiptUrl: string) {
  const options = receiptQuery(receiptUrl.slice('/o/'.length))
  const answer = useQuery({ ...options, refetchOnMount: 'always' })
  const { data, errorUpdateCount, refetch } = answer
  const isWaiting = data?.confirmation?.state === 'waiting'
  const mails = useQuery({ ...mailsAreSentQuery, enabled: isWaiting })
  const isOnItsWay = isWaiting && mails.data?.areSent === true
  const looks = useRef(1)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refetch()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refetch])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer and each failure is followed by the next look.
  useEffect(() => {
    if (!isOnItsWay || looks.current >= MAX_LOOKS) return
    const timer = setTimeout(() => {
      looks.current += 1
      if (document.visibilityState === 'visible') void refetch()
    }, NEXT_LOOK)
    return () => clearTimeout(timer)
  }, [data, isOnItsWay, errorUpdateCount, refetch])
  return answer
}
