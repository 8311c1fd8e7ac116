/** The version that somebody looks at: the how-manieth since the record was created, who made it, and when (null: he does not see it). */
export interface Looked {
  nth: number;
  who: string;
  when: string | null;
}
