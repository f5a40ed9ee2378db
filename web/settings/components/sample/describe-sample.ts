import type { SampleData } from '#contract/settings/shapes.ts'

export const describeSample = ({ loans, people, commitments, messages, files }: SampleData) =>
  new Intl.ListFormat('en').format([
    counted(loans, 'loan', 'loans'),
    counted(people, 'person', 'people'),
    counted(commitments, 'commitment', 'commitments'),
    counted(messages, 'message', 'messages'),
    counted(files, 'file', 'files'),
  ])

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
