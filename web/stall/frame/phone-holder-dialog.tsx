import { setPhoneHolder } from '#web/stall/set-phone-holder.ts'
import { useStall } from '#web/stall/use-stall.ts'
import { Button } from '#web/ui/button.tsx'

/** Said in the history of what happens: no proof, and no lock. */
export function PhoneHolderDialog({ onChosen }: { onChosen: () => void }) {
  const { phone, day } = useStall()
  const people = day?.people ?? []
  if (people.length < 2) return null
  const chosen = phone?.by ?? phone?.grant?.person.id
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Who is at the stall?</legend>
      <div className="flex flex-wrap gap-2">
        {people.map(({ id, name }) => (
          <Button
            key={id}
            variant={id === chosen ? 'primary' : 'quiet'}
            aria-pressed={id === chosen}
            onClick={() => {
              void setPhoneHolder(id)
              onChosen()
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
