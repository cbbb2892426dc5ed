export type Group = { category: string; called: string; one: string }

/** Phrases about an allergen `a` that name no product. */
export const OF_THE_SHOP: readonly ((a: string) => string)[] = [
  (a) => `${a} allergy`,
  (a) => `I am allergic to ${a}`,
  (a) => `my son is allergic to ${a}, what can he eat?`,
  (a) => `What can I eat if I avoid ${a}`,
  (a) => `what has ${a} in it`,
  (a) => `Which products contain ${a}?`,
  (a) => `does anything contain ${a}`,
  (a) => `anything without ${a}?`,
  (a) => `do you have anything with no ${a}`,
  (a) => `I'm intolerant to ${a}`,
  (a) => `${a} intolerance, what should I avoid`,
  (a) => `my daughter can't have ${a}. what is safe for her`,
  (a) => `I cannot eat ${a}`,
  (a) => `are there traces of ${a} in your kitchen`,
  (a) => `which of your things are ${a}-free`,
  (a) => `is anything here free of ${a}?`,
  (a) => `do you sell stuff free from ${a}`,
  (a) => `sensitive to ${a}, help`,
  (a) => `what do you have w/o ${a}`,
  (a) => `we don't eat ${a}`,
]

export const OF_A_GROUP: readonly ((a: string, group: Group) => string)[] = [
  (a, { called }) => `${a} allergy ${called}?`,
  (a, { called }) => `which ${called} have no ${a}`,
  (a, { called }) => `Which ${called} do not have ${a}?`,
  (a, { called }) => `which ${called} don’t contain ${a}`,
  (a, { called }) => `is there ${a} in the ${called}?`,
  (a, { called }) => `any ${a} in your ${called}`,
  (a, { called }) => `${a} free ${called}`,
  (a, { called }) => `${a}-free ${called}, please`,
  (a, { called }) => `do you have ${a} free ${called}?`,
  (a, { called }) => `${called} without ${a}`,
  (a, { called }) => `${called} w/o ${a}`,
  (a, { called }) => `Can I eat the ${called} if I can't have ${a}?`,
  (a, { called }) => `are the ${called} safe for a ${a} allergy`,
  (a, { called }) => `do any of the ${called} contain ${a}?`,
  (a, { called }) => `are your ${called} made with ${a}`,
  (a, { called }) => `no ${a} please, which ${called} can I have`,
  (a, { called }) => `non-${a} ${called}`,
  (a, { called }) => `how much are the ${called} that have no ${a}?`,
  (a, { called }) => `my kid reacts to ${a}: can he have your ${called}?`,
  (a, { one }) => `does the ${one} have ${a}?`,
  (a, { one }) => `is the ${one} free of ${a}`,
  (a, { one }) => `does your ${one} contain any ${a}`,
  (a, { one }) => `how much is the ${one} and has it ${a} in it`,
]

/** What people type into a search box to see what they may eat. */
export const BARE: readonly ((a: string) => string)[] = [
  (a) => `${a} free`,
  (a) => `${a}-free`,
  (a) => `${a.toUpperCase()} FREE`,
  (a) => `no ${a}`,
  (a) => `without ${a}`,
  (a) => `free of ${a}`,
  (a) => `non-${a}`,
]

/** One letter dropped, doubled, or swapped with its neighbor. Short words stay. */
export function slipsOf(word: string): string[] {
  if (word.length < 6 || word.includes(' ')) return []
  const middle = Math.floor(word.length / 2)
  const [one = '', other = ''] = [word[middle], word[middle + 1]]
  return [
    word.slice(0, middle) + word.slice(middle + 1),
    word.slice(0, middle) + one + word.slice(middle),
    word.slice(0, middle) + other + one + word.slice(middle + 2),
  ].filter((slip) => slip !== word)
}
