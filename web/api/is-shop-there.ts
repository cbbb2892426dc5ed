import { SHOP_WORKER_STATE } from '#contract/pages/offline-shop.ts'

/** How long the shop may take to answer, in ms. */
const PATIENCE = 5000

export async function isShopThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(SHOP_WORKER_STATE, { cache: 'no-store', signal }).catch(() => null)
  return answer?.ok ?? false
}
