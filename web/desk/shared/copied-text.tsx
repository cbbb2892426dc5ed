import { Button } from '#web/ui/button.tsx'
import { capitalized } from '#web/ui/capitalized.ts'
import { toast } from '#web/ui/toast-store.ts'

/** `what` it is, such as `link`. */
export function CopiedText({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ title: `${capitalized(what)} copied` })
  }
  return (
    <>
      <p className="w-full rounded-xl bg-paper p-3 text-[0.9375rem] select-all wrap-anywhere">
        {text}
      </p>
      {window.isSecureContext && (
        <Button variant="quiet" onClick={() => void copy()}>
          Copy the {what}
        </Button>
      )}
    </>
  )
}
