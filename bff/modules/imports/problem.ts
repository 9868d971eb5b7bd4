/** What is wrong with a bundle, in a sentence. */
export class ImportProblem extends Error {}
