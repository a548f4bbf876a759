/** Texts of /studio for a draft that is made from another product’s form. */
export const IMPORT = {
  open: 'Import a form',
  openOf: (path: string) => `Import a form for /${path}`,
  title: (path: string) => `Import a form into the draft of /${path}`,
  about:
    'Use a form exported from Typeform, a bot exported from Typebot, a JSON Schema, or a SurveyJS document. It’s read in this browser. The site keeps its brand and legal texts. The form replaces the questions and offers, in the draft only.',
  drop: 'Drop the file here, or',
  choose: 'Choose a file',
  other: 'Choose another file',
  uiSchema: 'Add its uiSchema',
  reading: 'Reading the file…',
  tooLarge: 'The file is larger than 5 MB. Export just the form, without its responses.',
  read: (questions: number, format: string, file: string) =>
    `${questions} ${questions === 1 ? 'question' : 'questions'} in ${file} (${format}) can be imported.`,
  left: (count: number) =>
    count === 0 ? 'Nothing is lost or changed.' : `Not imported, or imported with changes (${count}):`,
  more: (count: number) =>
    `The draft is ready. Check ${count === 1 ? 'one more thing' : `${count} more things`} in this site:`,
  alike: (count: number) => (count === 1 ? '1 more of this kind' : `${count} more of this kind`),
  whole: 'Entire form',
  make: 'Create draft',
  openDraft: 'Open draft',
  takenMeanwhile: 'Someone just created a draft of this site. Close this dialog and open that draft.',
}
