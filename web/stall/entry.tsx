import { createRoot } from 'react-dom/client'
import { STALL_SCOPE, STALL_WORKER } from '#contract/market/stall-page.ts'
import { reportBroken } from '#web/api/report-broken.ts'
import { Boundary, onPartBroken, Safe } from '#web/ui/boundary.tsx'
import { renewGrant, showNamedDay } from './gate/gate-calls.ts'
import { showStore } from './hub.ts'
import { listenForInstallOffer } from './install-offer.ts'
import { StallPage } from './stall-page.tsx'
import { startSending } from './sync/start-sending.ts'

listenForInstallOffer()
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

/** Has the page kept for a morning without a network; where a browser cannot, the page works while it is open. */
async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD) return
  await navigator.serviceWorker
    ?.register(STALL_WORKER, { scope: STALL_SCOPE, updateViaCache: 'none' })
    .catch(() => {})
}
