import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import { gpt, responsesSpeaker } from "../responses/testing/contract-speaker.ts";
import { openaiResponses } from "./protocol.ts";

protocolContract(responsesSpeaker(openaiResponses, gpt));
