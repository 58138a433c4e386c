// What is too large for a row lies in Blobs.

/** All files of a job are below it. */
export const jobFolder = (job: string) => `jobs/${job}/`;
/** The request's XML. */
export const inputXml = (job: string) => `${jobFolder(job)}input.xml`;
/** FailureInput[] as JSON: the request's, or those in the XML. */
export const inputFailures = (job: string) => `${jobFolder(job)}failures.json`;
/** StoredResult as JSON. */
export const resultFile = (job: string) => `${jobFolder(job)}result.json`;
export const enrichedXml = (job: string) => `${jobFolder(job)}enriched.xml`;
