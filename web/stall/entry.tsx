import { createRoot } from 'react-dom/client'
import { reportBroken } from '#web/api/report-broken.ts'
import { Boundary, onPartBroken, Safe } from '#web/ui/boundary.tsx'
import { showStore } from './hub.ts'
import { listenForInstallOffer } from './install-offer.ts'
import { registerWorker } from './register-worker.ts'
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
  void showStore().finally(startSending)
  void registerWorker()
}
