import { createRoot } from 'react-dom/client'
import { STALL_PAGE, STALL_SCOPE, STALL_WORKER } from '#contract/market/stall-page.ts'
import { reportBroken } from '#web/api/report-broken.ts'
import { Boundary, onPartBroken, Safe } from '#web/ui/boundary.tsx'
import { dropSecondTaps } from '#web/ui/second-tap.ts'
import { showNamedDay } from './choose-day.ts'
import { listenForInstallOffer } from './frame/home-screen.tsx'
import { renewGrant } from './gate/gate-calls.ts'
import { showStore } from './hub.ts'
import { StallPage } from './stall-page.tsx'
import { startSending } from './sync/start-sending.ts'

listenForInstallOffer()
dropSecondTaps()
onPartBroken(reportBroken)

const root = document.getElementById('root')

if (root) {
  root.textContent = ''
  createRoot(root).render(
    <Safe value="What was noted is saved on this phone.">
      <Boundary part="stall">
        <StallPage />
      </Boundary>
    </Safe>,
  )
  void showStore().finally(startSending).then(showNamedDay).then(renewGrant)
  void registerWorker()
}

/** Caches the page for a morning offline. In browsers that can't, it works while it is open. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  const workers = navigator.serviceWorker
  const options = { scope: STALL_SCOPE, updateViaCache: 'none' } as const
  const kept = await workers?.register(STALL_WORKER, options).catch(() => null)
  // An old worker that covers only this page would win over the new one.
  const dropFormer = async () => {
    if (!kept?.active) return
    for (const one of await workers.getRegistrations())
      if (one.scope.endsWith(STALL_PAGE)) await one.unregister()
  }
  kept?.installing?.addEventListener('statechange', dropFormer)
  await dropFormer()
}
