import { MAX_CONTENT_LENGTH } from '#contract/pages.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { ContentPreview } from './content-preview.tsx'
import { useSettled } from './use-settled.ts'

export type SurfaceWiring = {
  'aria-labelledby': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type HtmlViewProps = { wiring: SurfaceWiring; value: string; onChange: (content: string) => void }

export function HtmlView({ wiring, value, onChange }: HtmlViewProps) {
  const [settled, update] = useSettled(value)
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <textarea
        {...wiring}
        name="content"
        required
        maxLength={MAX_CONTENT_LENGTH}
        spellCheck
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          update(event.target.value)
        }}
        className={classNames('field-sizing-content min-h-64 py-2.5 font-mono text-[0.9375rem]/relaxed', inputLook)}
      />
      <ContentPreview content={settled} />
    </div>
  )
}
