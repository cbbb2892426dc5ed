import { useQuery } from '@tanstack/react-query'
import { mailsAreSentQuery, receiptQuery } from '#web/api/page-queries.ts'

/** While the confirmation is on its way its state is asked again, so often and after so many ms; never where no mail goes out. */
const MAX_LOOKS = 5
const NEXT_LOOK = 4000

/**
 * A placed order's receipt, asked for whenever the page is looked
 * at, since the farm may have moved it, or somebody called it off.
 */
export function usePlacedReceipt(receiptUrl: string) {
  const receipt = receiptQuery(receiptUrl.slice('/o/'.length))
  const isWaiting = useQuery({ ...receipt, enabled: false }).data?.confirmation?.state === 'waiting'
  const mails = useQuery({ ...mailsAreSentQuery, enabled: isWaiting })
  const isOnItsWay = isWaiting && mails.data?.areSent === true
  return useQuery({
    ...receipt,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { dataUpdateCount, errorUpdateCount } }) =>
      isOnItsWay && dataUpdateCount + errorUpdateCount < MAX_LOOKS && NEXT_LOOK,
  })
}
