/** What /studio says where a draft is made of a form of another product. */
export const IMPORT = {
  open: 'Import a form',
  openOf: (path: string) => `Import a form for /${path}`,
  title: (path: string) => `A form becomes the draft of /${path}`,
  about:
    'A form exported from Typeform, a JSON Schema, or a SurveyJS document. It is read in this browser. The site keeps its brand and its legal texts; its questions and offers are replaced in the draft alone.',
  drop: 'Drop the file here, or',
  choose: 'Choose a file',
  other: 'Choose another file',
  uiSchema: 'Add its uiSchema',
  reading: 'The file is read…',
  tooLarge: 'The file is larger than 5 MB: no form is. Export the form alone, without its answers.',
  read: (questions: number, format: string, file: string) =>
    `${questions} ${questions === 1 ? 'question' : 'questions'} of ${file} (${format}) can be asked here.`,
  left: (count: number) =>
    count === 0 ? 'Everything comes along.' : `What does not come along, or comes otherwise (${count}):`,
  more: (count: number) =>
    `The draft is made. Of this site, ${count === 1 ? 'one more thing is' : `${count} more things are`} to be looked at:`,
  whole: 'All of the form',
  make: 'Make the draft',
  openDraft: 'Open the draft',
  takenMeanwhile: 'Somebody made a draft of this site just now. Close this, and open that one.',
}
